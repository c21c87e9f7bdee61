package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;

import dev.reeve.campaign.history.RecordedCall.Grant;
import java.util.ArrayList;
import java.util.List;

/**
 * A job as the checker models it: the rules that all protocols share.
 *
 * @param holder the lease by which it is held, {@link #UNTOLD} for one that nobody was told of
 * @param lastToken the highest token that was shown
 * @param lapsesAt the earliest end of the lease
 */
record JobModel(Phase phase, long holder, long lastToken, long lapsesAt) {
    static final JobModel NONE = new JobModel(Phase.NONE, 0, 0, NEVER);
    private static final long UNTOLD = -1;

    enum Phase {
        /** Not added yet, deleted, or no longer kept. */
        NONE,
        WAITING,
        LEASED,
        ENDED;

        boolean isUnfinished() {
            return this == WAITING || this == LEASED;
        }
    }

    private JobModel in(Phase next) {
        return new JobModel(next, 0, lastToken, NEVER);
    }

    /**
     * The job, and what may have become of it without a call of its own: a lease lapses, an ended job is no longer kept, an
     * acquire without a reply leases it and is taken back.
     *
     * @param latest the time by which it must have happened
     * @param strays whether there may be an acquire without a reply
     */
    List<JobModel> byItself(long latest, boolean strays) {
        List<JobModel> all = new ArrayList<>(List.of(this));
        switch (phase) {
            case WAITING -> addIf(strays, all, new JobModel(Phase.LEASED, UNTOLD, lastToken, NEVER));
            case LEASED -> {
                addIf(holder == UNTOLD || lapsesAt <= latest, all, in(Phase.WAITING));
                addIf(
                        holder != UNTOLD && lapsesAt <= latest && strays,
                        all,
                        new JobModel(Phase.LEASED, UNTOLD, lastToken, NEVER));
            }
            case ENDED -> all.add(in(Phase.NONE));
            case NONE -> {}
        }
        return all;
    }

    private static void addIf(boolean isPossible, List<JobModel> all, JobModel job) {
        if (isPossible) {
            all.add(job);
        }
    }

    /** What the job may be after the call; nothing if the reply is impossible now. */
    List<JobModel> after(RecordedCall call) {
        if (call.kind() == CallKind.GET) {
            return sees(call.reply()) ? List.of(this) : List.of();
        }
        if (call.reply() == CallReply.REFUSED) {
            return allows(call) ? List.of() : List.of(this);
        }
        return allows(call) ? changed(call) : List.of();
    }

    private boolean sees(CallReply reply) {
        return switch (reply) {
            case WAITING -> phase == Phase.WAITING;
            case TAKEN -> phase == Phase.LEASED;
            case FINISHED -> !phase.isUnfinished();
            default -> true;
        };
    }

    private boolean allows(RecordedCall call) {
        return switch (call.kind()) {
            case ADD -> phase == Phase.NONE;
            case ACQUIRE -> phase == Phase.WAITING && isNew(call.grant());
            case RENEW, RELEASE -> isHeldBy(call.grant());
            case COMPLETE, FAIL -> call.grant().isNone() ? phase.isUnfinished() : isHeldBy(call.grant());
            case DELETE -> phase != Phase.NONE;
            case CANCEL -> phase.isUnfinished();
            case GET -> true;
        };
    }

    private boolean isNew(Grant grant) {
        return grant.token() == 0 || grant.token() > lastToken;
    }

    private boolean isHeldBy(Grant grant) {
        return phase == Phase.LEASED && holder == grant.number();
    }

    private List<JobModel> changed(RecordedCall call) {
        return switch (call.kind()) {
            case ADD, RELEASE -> List.of(in(Phase.WAITING));
            case ACQUIRE, RENEW -> List.of(leased(call));
            case COMPLETE, CANCEL -> List.of(in(Phase.ENDED));
            // The terms of the job decide.
            case FAIL -> List.of(in(Phase.WAITING), in(Phase.ENDED));
            // In one protocol, who deletes a job that is leased completes it.
            case DELETE -> phase == Phase.LEASED ? List.of(in(Phase.NONE), in(Phase.ENDED)) : List.of(in(Phase.NONE));
            case GET -> List.of(this);
        };
    }

    private JobModel leased(RecordedCall call) {
        Grant grant = call.grant();
        long lapses = grant.nanos() == NEVER ? NEVER : call.from() + grant.nanos();
        return new JobModel(Phase.LEASED, grant.number(), Math.max(lastToken, grant.token()), lapses);
    }
}
