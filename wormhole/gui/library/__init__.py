"""The parts of the library screen: filters, list, preview, statistics, import and export."""
