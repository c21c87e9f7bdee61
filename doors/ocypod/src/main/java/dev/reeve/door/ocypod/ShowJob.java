package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonBytes;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers that show one job. */
record ShowJob(OcypodErrors words) {
    void job(Exchange exchange) throws HttpError {
        Set<JobField> fields = fields(exchange.query("fields"));
        withJob(exchange, job -> exchange.ok(out -> write(job, fields, out)));
    }

    void status(Exchange exchange) throws HttpError {
        withJob(exchange, job -> exchange.ok(out -> out.writeString(words.name(job.status()))));
    }

    void output(Exchange exchange) throws HttpError {
        withJob(exchange, job -> {
            JsonBytes output = JobField.output(job);
            if (output.isBase64()) {
                exchange.header("output-encoding", JsonBytes.BASE64);
            }
            exchange.ok(output::write);
        });
    }

    private static void withJob(Exchange exchange, Consumer<JobView> answer) throws HttpError {
        JobRef ref = JobNumber.of(exchange);
        exchange.ask(
                engine -> Optional.ofNullable(engine.job(ref)),
                found -> found.ifPresentOrElse(
                        job -> exchange.whenBudgetAllows(size(job), () -> answer.accept(job)),
                        () -> exchange.refuse(OcypodErrors.noJob(exchange.segment(0)))));
    }

    private static long size(JobView job) {
        byte[] result = job.result();
        return (long) job.payloadLength() + (result == null ? 0 : result.length);
    }

    private static Set<JobField> fields(@Nullable String wanted) throws HttpError {
        if (wanted == null) {
            return EnumSet.allOf(JobField.class);
        }
        Set<JobField> fields = EnumSet.noneOf(JobField.class);
        for (String name : wanted.split(",", -1)) {
            JobField field = JobField.of(name.strip());
            if (field == null) {
                throw OcypodErrors.unknownField(name.strip());
            }
            fields.add(field);
        }
        return fields;
    }

    private void write(JobView job, Set<JobField> fields, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (JobField field : fields) {
            field.write(job, words, out);
        }
        out.writeEndObject();
    }
}
