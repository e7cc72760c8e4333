"""What can be asked of a configuration: ``table`` has one row for each invariant."""
