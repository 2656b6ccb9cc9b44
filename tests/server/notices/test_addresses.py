"""Which addresses are public, what the operator may allow, and how URLs are read."""

from ipaddress import ip_address

import pytest

from mecenate.core.errors import MecenateError
from mecenate.server.notices.addresses import Allowed, is_public, read_allowed, read_url
from mecenate.server.notices.subscriptions import BadSubscription

CLOSED = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3 168.63.129.16
169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::2 ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8
::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8
64:ff9b:1:ffff::10.0.0.1 100::1 2001::1 2001:0:7f00:1::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1
2002:808:808::1 3fff::1 4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fe80::a9fe:a9fe
fe80::1%eth0 fec0::1 ff02::1 ff0e::1
"""
PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 93.184.216.34 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.17
172.15.255.255 172.32.0.1 192.169.0.1 223.255.255.254 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001::200e
64:ff9b::8.8.8.8
"""
DOUBTFUL = """
ftp://example.org/ file:///etc/passwd gopher://example.org/ javascript:alert(1)
//example.org/ example.org/x https:///x https://
https://user@example.org/ https://user:pass@example.org/ https://example.org@127.0.0.1/ https://@example.org/
http://example.org:22/ http://example.org:0/ http://example.org:25/ http://example.org:1023/ http://example.org:99999/
http://example.org:x/ http://[fe80::1%25eth0]/ http://[::1 http://[nonsense]/ http://exa%6dple.org/ http://a..b/
https://example.org\\@127.0.0.1/ http://a,b/ http://!/
"""


@pytest.mark.parametrize("address", CLOSED.split())
def test_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC.split())
def test_public(address):
    assert is_public(ip_address(address))


def test_nothing_private_is_allowed_without_the_operator():
    assert not Allowed().allows("127.0.0.1", ip_address("127.0.0.1"))
    assert Allowed().allows("example.org", ip_address("8.8.8.8"))
    assert read_allowed(" , ") == Allowed()


def test_the_operator_allows_hosts_addresses_and_networks():
    allowed = read_allowed("127.0.0.1, hooks.LAN ,10.2.0.0/16,[::1]")
    assert allowed.allows("whatever.example", ip_address("127.0.0.1"))
    assert allowed.allows("hooks.lan", ip_address("192.168.7.7"))
    assert allowed.allows("x", ip_address("10.2.3.4"))
    assert allowed.allows("x", ip_address("::1"))
    for address in ("127.0.0.2", "10.3.0.1", "192.168.7.7", "::ffff:127.0.0.1", "::2"):
        assert not allowed.allows("x", ip_address(address))


@pytest.mark.parametrize("setting", ["10.0.0.0/33", "http://x", "a b", "10.0.0.1/8", "300.1.1.1", "host:80"])
def test_a_setting_that_says_nothing_is_refused(setting):
    with pytest.raises(MecenateError, match="MECENATE_WEBHOOK_ALLOW"):
        read_allowed(setting)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://Example.ORG", "https://example.org/"),
        ("HTTPS://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:8080/a%20b", "http://example.org:8080/a%20b"),
        ("https://bücher.example/ü?ä=1", "https://xn--bcher-kva.example/%C3%BC?%C3%A4=1"),
        ("https://example.org./x", "https://example.org/x"),
        ("http://[2606:4700:0::1111]:8080/x", "http://[2606:4700::1111]:8080/x"),
        ("http://example.org:443/x", "http://example.org:443/x"),
    ],
)
def test_urls_are_read_once_and_for_all(text, url):
    assert read_url(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        *DOUBTFUL.split(),
        "https://example.org/a b",
        "https://example.org/\r\nX: y",
        "https://example.org/\x00",
        "https://e\u2028x/",
        "",
        "https://example.org/" + "a" * 2048,
    ],
)
def test_doubtful_urls_are_refused(text):
    with pytest.raises(BadSubscription):
        read_url(text)


def test_a_url_is_not_shown_whole():
    assert "secret" not in repr(read_url("https://discord.example/api/webhooks/1/secret"))
