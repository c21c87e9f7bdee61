package dev.reeve.node;

/**
 * A reply that shows payloads which are being read. It is delivered when its position is durable and the payloads are there; replies behind
 * it do not wait for it.
 */
final class HeldReply implements PendingReplies.Answer {
    private final PendingReplies replies;
    private final PendingReplies.Answer answer;
    private final long position;
    private boolean durable;
    private boolean read;
    private boolean ended;

    HeldReply(PendingReplies replies, PendingReplies.Answer answer, long position) {
        this.replies = replies;
        this.answer = answer;
        this.position = position;
    }

    /** The last position that the reply depends on. */
    long position() {
        return position;
    }

    /** The payloads have been read. */
    void read() {
        read = true;
        if (durable && !ended) {
            replies.readied(this);
        }
    }

    @Override
    public void deliver() {
        durable = true;
        if (read) {
            ended = true;
            answer.deliver();
        } else {
            replies.hold(this);
        }
    }

    @Override
    public void fail() {
        ended = true;
        answer.fail();
    }
}
