def initialize(name=""):
    pass


def uninitialize():
    pass
