"""Which addresses a speech endpoint may have. Pure: nothing is resolved here."""

import ipaddress
import socket

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# What clouds tell a machine about itself, its credentials included, apart from link-local ones.
_OWN_CONFIGURATION = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "100.100.100.200")))
_SHARED = ipaddress.ip_network("100.64.0.0/10")  # RFC 6598: networks of one's own, such as a VPN
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052: an IPv4 address within an IPv6 one


def address_in(host: str) -> Address | None:
    """The address that *host* is, in any form that a resolver understands; None for a name.

    2852039166, 0xa9fea9fe, 0251.0376.0251.0376 and ::ffff:169.254.169.254 are 169.254.169.254.
    """
    try:
        return plain(ipaddress.ip_address(host))
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None


def plain(address: Address) -> Address:
    """The IPv4 address that an IPv6 address carries, else the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def is_own_configuration(address: Address) -> bool:
    """Whether no speech, but a machine's own configuration may answer there, or nobody at all."""
    meant = plain(address)
    nobody = meant.is_multicast or meant.is_unspecified
    return meant.is_link_local or nobody or meant in _OWN_CONFIGURATION


def is_near(address: Address) -> bool:
    """Whether an address lies on this machine or in a private network."""
    meant = plain(address)
    return meant.is_private or meant.is_loopback or meant in _SHARED
