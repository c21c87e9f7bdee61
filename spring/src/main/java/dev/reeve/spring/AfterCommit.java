package dev.reeve.spring;

import dev.reeve.client.AddTiming;
import dev.reeve.client.PendingAdd;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Lets jobs that are added inside a transaction wait for its commit: a job must not run before what it is about is there. */
final class AfterCommit implements AddTiming {
    @Override
    public boolean isDeferred(PendingAdd add) {
        if (!isTransaction()) {
            return false;
        }
        call(add::send);
        return true;
    }

    /** Whether the current thread is inside a transaction. */
    static boolean isTransaction() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Calls the task when the current transaction has been committed, and never if it is rolled back. */
    static void call(Runnable task) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                task.run();
            }
        });
    }
}
