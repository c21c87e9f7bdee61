package dev.reeve.bench.load;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds one of Reeve's doors by its name. */
public final class DoorName implements ITypeConverter<Door> {
    @Override
    public Door convert(String name) {
        return Door.OURS.stream()
                .filter(door -> door.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new TypeConversionException("expected one of %s, but was '%s'".formatted(names(), name)));
    }

    private static String names() {
        List<String> names = Door.OURS.stream().map(Door::name).toList();
        return String.join(", ", names);
    }
}
