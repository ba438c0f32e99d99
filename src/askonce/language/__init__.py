"""Small English: tokens, articles, numerals, words for kinds of elements, and how texts are compared.

The local finder, the exact answers and the embedded model read their sentences with the same words.
"""
