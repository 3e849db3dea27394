"""The verbs, one file each: check arguments, call the library, wrap what comes back."""
