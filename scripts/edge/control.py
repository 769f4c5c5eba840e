def programs():
    return []
def required(key, rows):
    return False
