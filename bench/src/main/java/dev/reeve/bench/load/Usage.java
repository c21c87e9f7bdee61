package dev.reeve.bench.load;

/**
 * Who had how many processors during a run; 1 is one of them all the time.
 *
 * @param client the thread that makes the load
 * @param clientWaited that thread, ready to run but without a processor
 * @param server the server's process; below zero if it is not known
 * @param others every other program
 * @param stolen what the hypervisor gave to other machines
 * @param idle what nobody wanted
 */
public record Usage(double client, double clientWaited, double server, double others, double stolen, double idle) {}
