package dev.reeve.example.mail;

import dev.reeve.client.JobContext;
import dev.reeve.client.JobType;
import dev.reeve.spring.JobHandler;
import dev.reeve.spring.JobSchedule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Works on jobs: each method on those of one type. */
@Component
class Mailer {
    static final JobType<SendEmail, Receipt> SEND =
            JobType.of("email.send", SendEmail.class, Receipt.class).queue("mail");

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    @JobHandler("email.send")
    Receipt send(SendEmail email, JobContext job) {
        job.progress(50, "rendering " + email.template());
        LOG.info("sent {} to {}, attempt {}", email.template(), email.to(), job.attempt());
        return new Receipt("sent " + email.template() + " to " + email.to());
    }

    @JobHandler("email.digest")
    @JobSchedule(name = "digest", cron = "0 8 * * *", zone = "Europe/Berlin")
    void digest() {
        LOG.info("sent the digest of the day");
    }
}
