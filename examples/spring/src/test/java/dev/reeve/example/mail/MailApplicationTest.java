package dev.reeve.example.mail;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.test.ReeveTest;
import dev.reeve.test.TestReeve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The application as it is, against a real server. */
@ReeveTest
@Timeout(120)
class MailApplicationTest {
    @Test
    void a_mail_is_sent_and_the_schedule_is_there(TestReeve reeve) {
        MailApplication.main(new String[] {"--reeve.url=" + reeve.server()});
        assertThat(reeve)
                .hasJob(Mailer.SEND)
                .inState("completed")
                .withPayload("{\"to\":\"ann\",\"template\":\"welcome\"}")
                .withResult("{\"text\":\"sent welcome to ann\"}");
        assertThat(reeve.client()
                        .request("GET", "/v1/schedules/digest")
                        .send()
                        .orElseThrow()
                        .text("zone"))
                .isEqualTo("Europe/Berlin");
    }
}
