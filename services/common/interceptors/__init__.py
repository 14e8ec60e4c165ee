"""What happens to every call before and after its handler, one thing a file; `chain.py` orders them."""
