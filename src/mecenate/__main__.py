"""`python -m mecenate` is the command `mecenate`, also where no folder with commands is on the PATH."""

from mecenate.cli import main

if __name__ == "__main__":  # and not when a process that it starts looks at it
    main()
