package dev.reeve.engine.format;

import dev.reeve.engine.job.Extras;
import java.util.ArrayList;
import java.util.List;

/** The bytes of {@link Extras}, in commands and in snapshots. */
public final class ExtrasFormat {
    private ExtrasFormat() {}

    public static void write(Extras extras, ByteSink out) {
        out.putOptionalString(extras.klass());
        out.putVarLong(extras.tags().size());
        extras.tags().forEach(out::putString);
    }

    public static Extras read(ByteSource in) {
        String klass = in.getOptionalString();
        int count = in.getCount(in.remaining());
        List<String> tags = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tags.add(in.getString());
        }
        return klass == null && tags.isEmpty() ? Extras.NONE : new Extras(klass, tags);
    }
}
