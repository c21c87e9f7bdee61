package dev.reeve.node;

/**
 * A reply that shows payloads which are being read. It is delivered when its position is durable and the payloads are there; replies behind
 * it do not wait for it.
 */
final class HeldReply implements PendingReplies.Answer {
    private final PendingReplies replies;
    private final PendingReplies.Answer answer;
    private final long position;
    private final Runnable whenEnded;
    private boolean durable;
    private boolean read;
    private boolean ended;

    /** @param whenEnded called once: before the reply is delivered, or when it fails */
    HeldReply(PendingReplies replies, PendingReplies.Answer answer, long position, Runnable whenEnded) {
        this.replies = replies;
        this.answer = answer;
        this.position = position;
        this.whenEnded = whenEnded;
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
            end();
            answer.deliver();
        } else {
            replies.hold(this);
        }
    }

    @Override
    public void fail() {
        end();
        answer.fail();
    }

    private void end() {
        if (!ended) {
            ended = true;
            whenEnded.run();
        }
    }
}
