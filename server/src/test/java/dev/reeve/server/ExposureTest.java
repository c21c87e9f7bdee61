package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Which servers may listen on an address that other machines can reach. */
class ExposureTest {
    @Test
    void loopback_needs_nothing() {
        assertThat(Exposure.missing(true, false, false)).isEmpty();
    }

    @Test
    void other_addresses_need_authentication_and_TLS() {
        assertThat(Exposure.missing(false, true, true)).isEmpty();
        assertThat(Exposure.missing(false, false, true)).isEqualTo("TLS on every door");
        assertThat(Exposure.missing(false, true, false)).isEqualTo("authentication");
        assertThat(Exposure.missing(false, false, false)).isEqualTo("authentication and no TLS on every door");
    }

    @Test
    void a_door_that_is_off_needs_no_TLS() {
        SettingsReader reader = new SettingsReader();
        reader.readAssignment("bind=0.0.0.0");
        reader.readAssignment("tls.certificate=a");
        reader.readAssignment("tls.key=b");
        reader.readAssignment("http.tls=off");
        assertThatThrownBy(reader::settings)
                .hasMessageContaining("there is no authentication and no TLS on every door;");
        reader.readAssignment("http.port=off");
        assertThatThrownBy(reader::settings).hasMessageContaining("there is no authentication;");
    }
}
