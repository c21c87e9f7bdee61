package dev.reeve.access;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A range of addresses such as {@code 10.2.0.0/16}. A single address is a range of one. */
public record NetworkRange(BigInteger network, int prefixBits, int addressBits) {
    /** Only these characters, so that a name is never looked up. */
    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private static final int DOTTED_PARTS = 4;

    /** Reads a range; throws an IllegalArgumentException if the text is none. */
    public static NetworkRange parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        boolean isDotted = address.indexOf(':') < 0;
        if (!NUMERIC.matcher(address).matches() || (isDotted && address.split("\\.", -1).length != DOTTED_PARTS)) {
            throw new IllegalArgumentException(text);
        }
        byte[] bytes;
        try {
            bytes = InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
        int bits = bytes.length * Byte.SIZE;
        int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
        BigInteger number = new BigInteger(1, bytes);
        if (prefix < 0
                || prefix > bits
                || !shifted(number, prefix, bits).shiftLeft(bits - prefix).equals(number)) {
            throw new IllegalArgumentException(text);
        }
        return new NetworkRange(number, prefix, bits);
    }

    private static BigInteger shifted(BigInteger number, int prefix, int bits) {
        return number.shiftRight(bits - prefix);
    }

    /** Whether the address is in the range. */
    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length * Byte.SIZE == addressBits
                && shifted(new BigInteger(1, bytes), prefixBits, addressBits)
                        .equals(shifted(network, prefixBits, addressBits));
    }
}
