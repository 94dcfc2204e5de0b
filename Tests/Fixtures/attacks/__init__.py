"""Receipts that must be refused, and odd ones that must be accepted, a module for each group."""

from . import (
    accepted, algorithms, binding, certificates, chain, further_certificates, further_messages,
    further_payloads, padding, resources, signed_attributes, structure)

# Public test keys like all others here. The first two stand for whoever forges: "attacker" makes
# roots and intermediates, "developer" signs. (bits, public exponent)
KEYS = {
    "attacker": (2048, 65537),
    "developer": (2048, 65537),
    "rsa-1024": (1024, 65537),
    "exponent-3": (2048, 3),
}

GROUPS = (
    structure, chain, certificates, algorithms, padding, signed_attributes, binding, resources,
    accepted, further_messages, further_certificates, further_payloads)


def all_cases(shop):
    """Every case, in order of its identifier."""
    return sorted(
        (case for group in GROUPS for case in group.cases(shop)), key=lambda case: case.id)
