package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import org.jspecify.annotations.Nullable;

/**
 * A member as one node sees it.
 *
 * @param report the last that it told of itself; null if it was not heard of
 * @param silentMicros how long ago that was; 0 for the node itself
 * @param skewMicros how far its clock is ahead of the one of the node that looks
 */
public record NodeStatus(
        Member member, String name, boolean leads, @Nullable Told report, long silentMicros, long skewMicros) {
    /**
     * What a node tells of itself.
     *
     * @param hasRoom whether its disk is not nearly full
     * @param differs whether its state is not the one of the node that looks
     */
    public record Told(String version, long position, boolean isReady, boolean hasRoom, boolean differs) {}

    /** Whether it was heard of lately. */
    public boolean isLinked() {
        return report != null && silentMicros < Contacts.SILENT_MICROS;
    }

    public String address() {
        return member.host() + ":" + member.port();
    }
}
