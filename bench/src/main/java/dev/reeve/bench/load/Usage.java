package dev.reeve.bench.load;

/**
 * Average number of processors in use during a run; 1 is one processor all the time.
 *
 * @param client the thread of the load generator
 * @param clientWaited that thread, runnable but without a processor
 * @param server the server's process; negative if unknown
 * @param others all other programs
 * @param stolen taken by the hypervisor for other machines
 * @param idle unused
 */
public record Usage(double client, double clientWaited, double server, double others, double stolen, double idle) {}
