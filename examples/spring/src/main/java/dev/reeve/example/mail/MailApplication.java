package dev.reeve.example.mail;

import dev.reeve.client.Added;
import dev.reeve.client.Reeve;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Adds a job, waits for its result, and ends. A real application would go on: its worker runs until it is stopped. */
@SpringBootApplication
public class MailApplication {
    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext application = SpringApplication.run(MailApplication.class, arguments)) {
            Added<Receipt> added =
                    application.getBean(Reeve.class).add(Mailer.SEND.with(new SendEmail("ann", "welcome")));
            System.out.println(added.result(Duration.ofSeconds(30)));
        }
    }
}
