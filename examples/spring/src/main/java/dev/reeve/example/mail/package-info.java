/** An application that sends mail by jobs: {@link dev.reeve.example.mail.MailApplication} adds one and waits for its result. */
@NullMarked
package dev.reeve.example.mail;

import org.jspecify.annotations.NullMarked;
