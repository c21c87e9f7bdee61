package dev.reeve.server;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Why a file or a port could not be used, in words: the message of an exception is at times no more than a file's name. */
public final class IoErrorText {
    private IoErrorText() {}

    /** The reason, with the file in front of it, or the folder where it is not known which file it was. */
    public static String in(Path folder, IOException e) {
        if (e instanceof FileSystemException file) {
            return file.getFile() + ": " + reason(e);
        }
        boolean isOfTheSystem = e.getClass().equals(IOException.class);
        return isOfTheSystem ? folder + ": " + reason(e) : reason(e);
    }

    /** The reason alone. */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof FileSystemException file) {
            @Nullable String reason = file.getReason();
            return reason == null ? e.getClass().getSimpleName() : reason;
        }
        return String.valueOf(e.getMessage());
    }
}
