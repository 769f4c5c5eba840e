def programs(vector_program):
    return []
