/*
 * Stands between a process and the system, by LD_PRELOAD: makes syncs slow or fail, and moves the clock. The file FAULTS_FILE has three
 * numbers of 64 bits, in the order of bytes of this machine, which may change at any time: the delay of a sync in milliseconds, whether
 * syncs fail, and the seconds by which the clock is ahead.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int64_t none[3];
static volatile int64_t *faults = none;
static int (*real_sync)(int);
static int (*real_datasync)(int);
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTS_FILE");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *shared = mmap(0, sizeof none, PROT_READ, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) {
            faults = shared;
        }
        close(file);
    }
}

static int synced(int file, int (**real)(int), const char *name) {
    if (!*real) {
        *real = dlsym(RTLD_NEXT, name);
    }
    if (faults[0] > 0) {
        usleep(faults[0] * 1000);
    }
    if (faults[1]) {
        errno = EIO;
        return -1;
    }
    return (*real)(file);
}

int fsync(int file) { return synced(file, &real_sync, "fsync"); }

int fdatasync(int file) { return synced(file, &real_datasync, "fdatasync"); }

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_gettime) {
        real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real_gettime(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) {
        time->tv_sec += faults[2];
    }
    return result;
}
