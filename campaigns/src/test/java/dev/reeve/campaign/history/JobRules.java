package dev.reeve.campaign.history;

import java.util.List;

/** The rules of a job's life: what was acknowledged is there, and what has ended stays so. */
final class JobRules {
    private JobRules() {}

    /** An end that was acknowledged is never undone. */
    static void ended(List<RecordedCall> job, List<String> violations) {
        for (RecordedCall end : job) {
            if (!end.kind().endsJob() || !end.isOk()) {
                continue;
            }
            for (RecordedCall later : job) {
                if (later.showsLife() && end.interval().isBefore(later.interval())) {
                    violations.add("end undone: " + end + ", then " + later);
                }
            }
        }
    }

    /**
     * A job whose add was acknowledged is found when the load is over, unless a call may have ended it.
     *
     * @param job all its calls
     * @param loadEndedAt every job has been looked at since
     */
    static void lost(List<RecordedCall> job, long loadEndedAt, List<String> violations) {
        boolean wasAdded = job.stream().anyMatch(call -> call.kind() == CallKind.ADD && call.isOk());
        if (!wasAdded) {
            return;
        }
        List<RecordedCall> looks = job.stream()
                .filter(call -> call.kind() == CallKind.GET && call.from() >= loadEndedAt)
                .toList();
        boolean mayHaveEnded = job.stream().anyMatch(call -> call.kind().mayEndJob() && call.mayHaveChanged());
        if (looks.stream().allMatch(RecordedCall::isUnknown)) {
            violations.add("not looked at in the end: " + job);
        } else if (!mayHaveEnded && looks.stream().anyMatch(look -> look.reply() == CallReply.FINISHED)) {
            violations.add("lost: " + job);
        }
    }
}
