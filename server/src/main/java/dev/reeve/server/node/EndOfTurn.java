package dev.reeve.server.node;

/** The end of the loop's turn: it comes once, behind all that stands in line when it is asked for. */
final class EndOfTurn {
    private final Loop loop;
    private final Runnable task;
    private boolean soon;

    EndOfTurn(Loop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    /** Something was done that the end of the turn has to deal with. */
    void soon() {
        if (!soon) {
            soon = true;
            loop.execute(this::come);
        }
    }

    void come() {
        soon = false;
        task.run();
    }
}
