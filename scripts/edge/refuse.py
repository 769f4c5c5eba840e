def write(folder):
    pass
def run(tool, device):
    return 0
