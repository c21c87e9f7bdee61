package dev.reeve.example.mail;

/** What to send to whom. */
public record SendEmail(String to, String template) {}
