package dev.reeve.spring;

import dev.reeve.client.AddTiming;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Lets jobs that are added inside a transaction wait for its commit: a job must not run before what it is about is there. */
final class AfterCommit implements AddTiming {
    @Override
    public boolean isDeferred(Runnable add) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || !TransactionSynchronizationManager.isActualTransactionActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                add.run();
            }
        });
        return true;
    }
}
