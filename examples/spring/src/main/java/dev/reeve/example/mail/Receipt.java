package dev.reeve.example.mail;

/** That a mail was sent. */
public record Receipt(String text) {}
