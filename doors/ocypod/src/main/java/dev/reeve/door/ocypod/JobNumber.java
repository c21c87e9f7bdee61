package dev.reeve.door.ocypod;

import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import org.jspecify.annotations.Nullable;

/** Parser of the job number and the lease of a request. */
final class JobNumber {
    private static final int LONGEST = 18;
    private static final long NEVER_GIVEN = -1;

    private JobNumber() {}

    /** The job that the path names. A text that is not a number names no job. */
    static JobRef of(Exchange exchange) throws HttpError {
        long number = positive(exchange.segment(0));
        if (number == NEVER_GIVEN) {
            throw OcypodErrors.noJob(exchange.segment(0));
        }
        return JobRef.of(number);
    }

    /** The lease that the request names, if it names one. A text that cannot be a token is treated as a stale lease. */
    static Claim claim(Exchange exchange) {
        @Nullable String lease = exchange.header("lease");
        return lease == null ? Claim.NONE : Claim.ofToken(positive(lease.strip()));
    }

    private static long positive(String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return NEVER_GIVEN;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return NEVER_GIVEN;
            }
            number = number * 10 + (c - '0');
        }
        return number == 0 ? NEVER_GIVEN : number;
    }
}
