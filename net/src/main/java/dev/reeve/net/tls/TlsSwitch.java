package dev.reeve.net.tls;

/** Whether a door uses TLS. AUTO: if there is a certificate. */
public enum TlsSwitch {
    AUTO,
    ON,
    OFF;

    /** The default of every door. */
    public static final String DEFAULT = "auto";

    public boolean isOn(boolean hasCertificate) {
        return this == ON || (this == AUTO && hasCertificate);
    }
}
