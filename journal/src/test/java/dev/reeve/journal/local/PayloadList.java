package dev.reeve.journal.local;

import dev.reeve.journal.PayloadPlace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a snapshot and its manifest are to a payload store: which files there are, and who refers to which place. Replaced atomically. */
record PayloadList(long version, List<PayloadExtent> extents, Map<Long, PayloadPlace> places) {
    private static final String FILE = "list";
    private static final String TEMPORARY = "list.tmp";

    void publish(Disk disk) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(version);
        out.writeInt(extents.size());
        for (PayloadExtent extent : extents) {
            out.writeLong(extent.number());
            out.writeInt(extent.bytes());
        }
        out.writeInt(places.size());
        for (Map.Entry<Long, PayloadPlace> place : places.entrySet()) {
            out.writeLong(place.getKey());
            out.writeLong(place.getValue().file());
            out.writeInt(place.getValue().offset());
            out.writeInt(place.getValue().length());
        }
        try (DiskFile file = disk.create(TEMPORARY)) {
            file.writeFully(ByteBuffer.wrap(bytes.toByteArray()), 0);
            file.sync();
        }
        disk.rename(TEMPORARY, FILE);
        disk.syncDirectory();
    }

    /** The list on disk, which is made durable; an empty one of version 0 if there is none. */
    static PayloadList load(SimDisk disk) throws IOException {
        disk.syncDirectory();
        if (!disk.exists(FILE)) {
            return new PayloadList(0, List.of(), Map.of());
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(disk.content(FILE)));
        long version = in.readLong();
        List<PayloadExtent> extents = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            extents.add(new PayloadExtent(in.readLong(), in.readInt()));
        }
        Map<Long, PayloadPlace> places = new TreeMap<>();
        for (int count = in.readInt(); count > 0; count--) {
            places.put(in.readLong(), new PayloadPlace(in.readLong(), in.readInt(), in.readInt()));
        }
        return new PayloadList(version, extents, places);
    }
}
