/*
 * The least that a server with synced replies does: it reads what all connections have sent, writes one batch, syncs it, answers.
 * It has one thread, understands what the load generator sends to beanstalkd (put, reserve, delete in one tube), keeps jobs in a
 * ring in memory and never reads its file again. Its figures are the limit for a server that does something with the jobs.
 *
 *     bare PORT FILE synced|relaxed
 *
 * The file has a fixed size and is written in turn from its beginning, so that a sync never waits for a new size. Relaxed, a second
 * thread syncs once a second.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTIONS = 4096,
    BUFFER = 64 * 1024,
    FILE_BYTES = 64 * 1024 * 1024,
    BATCH = 16 * 1024 * 1024,
    JOBS = 1 << 16,
    LARGEST_PAYLOAD = 4096,
    RECORD = 32
};

struct connection {
    int socket;
    int in_length, out_length;
    char in[BUFFER], out[BUFFER];
};

struct job {
    long id;
    int length;
    char payload[LARGEST_PAYLOAD];
};

static struct connection *connections[CONNECTIONS];
static struct job *jobs;
static unsigned long added, taken;
static char *batch;
static int batch_length;
static int file;
static off_t file_at;

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void record(char kind, long id, const char *payload, int length) {
    if (batch_length + RECORD + length > BATCH) {
        errno = ENOBUFS;
        die("batch");
    }
    memset(batch + batch_length, 0, RECORD);
    batch[batch_length] = kind;
    memcpy(batch + batch_length + 8, &id, sizeof id);
    memcpy(batch + batch_length + 16, &length, sizeof length);
    if (length > 0) {
        memcpy(batch + batch_length + RECORD, payload, length);
    }
    batch_length += RECORD + length;
}

static void answer(struct connection *c, const char *bytes, int length) {
    if (c->out_length + length > BUFFER) {
        errno = ENOBUFS;
        die("reply");
    }
    memcpy(c->out + c->out_length, bytes, length);
    c->out_length += length;
}

/* Executes the command in the line. Returns the bytes that it took, or 0 if they have not all arrived. */
static int execute(struct connection *c, const char *line, int line_length, int available) {
    char text[128];
    int used = line_length + 2;
    if (memcmp(line, "put ", 4) == 0) {
        int length = atoi(strrchr(line, ' ') + 1);
        if (length < 0 || length > LARGEST_PAYLOAD || added - taken == JOBS) {
            errno = ERANGE;
            die("put");
        }
        if (available < used + length + 2) {
            return 0;
        }
        struct job *job = &jobs[added++ % JOBS];
        job->id = (long) added;
        job->length = length;
        memcpy(job->payload, line + used, length);
        record('p', job->id, job->payload, length);
        answer(c, text, sprintf(text, "INSERTED %ld\r\n", job->id));
        return used + length + 2;
    }
    if (memcmp(line, "reserve", 7) == 0) {
        if (taken == added) {
            answer(c, "TIMED_OUT\r\n", 11);
            return used;
        }
        struct job *job = &jobs[taken++ % JOBS];
        record('r', job->id, NULL, 0);
        answer(c, text, sprintf(text, "RESERVED %ld %d\r\n", job->id, job->length));
        answer(c, job->payload, job->length);
        answer(c, "\r\n", 2);
    } else if (memcmp(line, "delete ", 7) == 0) {
        record('d', atol(line + 7), NULL, 0);
        answer(c, "DELETED\r\n", 9);
    } else if (memcmp(line, "use ", 4) == 0) {
        answer(c, "USING ", 6);
        answer(c, line + 4, line_length - 4);
        answer(c, "\r\n", 2);
    } else if (memcmp(line, "watch ", 6) == 0) {
        answer(c, "WATCHING 2\r\n", 12);
    } else if (memcmp(line, "ignore ", 7) == 0) {
        answer(c, "WATCHING 1\r\n", 12);
    } else {
        answer(c, "UNKNOWN_COMMAND\r\n", 17);
    }
    return used;
}

static void execute_all(struct connection *c) {
    int at = 0;
    for (;;) {
        char *line = c->in + at;
        char *end = memmem(line, c->in_length - at, "\r\n", 2);
        if (end == NULL) {
            break;
        }
        *end = 0;
        int used = execute(c, line, (int) (end - line), c->in_length - at);
        *end = '\r';
        if (used == 0) {
            break;
        }
        at += used;
    }
    memmove(c->in, c->in + at, c->in_length - at);
    c->in_length -= at;
}

static void store(int synced) {
    if (batch_length == 0) {
        return;
    }
    if (file_at + batch_length > FILE_BYTES) {
        file_at = 0;
    }
    if (pwrite(file, batch, batch_length, file_at) != batch_length || (synced && fdatasync(file) != 0)) {
        die("write");
    }
    file_at += batch_length;
    batch_length = 0;
}

static void *sync_each_second(void *unused) {
    for (;;) {
        sleep(1);
        if (fdatasync(file) != 0) {
            die("sync");
        }
    }
    return unused;
}

static void prepare(const char *name) {
    static char zeros[1 << 20];
    file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0) {
        die(name);
    }
    for (int at = 0; at < FILE_BYTES; at += (int) sizeof zeros) {
        if (write(file, zeros, sizeof zeros) != (ssize_t) sizeof zeros) {
            die(name);
        }
    }
    if (fsync(file) != 0) {
        die(name);
    }
}

static int listen_on(int port) {
    int on = 1;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 1024) != 0) {
        die("listen");
    }
    return listener;
}

static void welcome(int poll, int listener) {
    int on = 1;
    int socket = accept(listener, NULL, NULL);
    if (socket < 0 || socket >= CONNECTIONS) {
        die("accept");
    }
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct connection *c = calloc(1, sizeof *c);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
    if (c == NULL || epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) != 0) {
        die("connection");
    }
    c->socket = socket;
    connections[socket] = c;
}

/* Reads what has arrived; returns 0 if the connection has ended. */
static int receive(struct connection *c) {
    if (c->in_length == BUFFER) {
        errno = ENOBUFS;
        die("request");
    }
    ssize_t length = read(c->socket, c->in + c->in_length, BUFFER - c->in_length);
    if (length <= 0) {
        connections[c->socket] = NULL;
        close(c->socket);
        free(c);
        return 0;
    }
    c->in_length += (int) length;
    execute_all(c);
    return 1;
}

int main(int count, char **words) {
    static struct epoll_event events[CONNECTIONS];
    if (count != 4) {
        fprintf(stderr, "usage: bare PORT FILE synced|relaxed\n");
        return 2;
    }
    int synced = strcmp(words[3], "synced") == 0;
    signal(SIGPIPE, SIG_IGN);
    jobs = malloc(sizeof(struct job) * JOBS);
    batch = malloc(BATCH);
    if (jobs == NULL || batch == NULL) {
        die("memory");
    }
    prepare(words[2]);
    pthread_t syncing;
    if (!synced && pthread_create(&syncing, NULL, sync_each_second, NULL) != 0) {
        die("thread");
    }
    int listener = listen_on(atoi(words[1]));
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event) != 0) {
        die("poll");
    }
    for (;;) {
        int ready = epoll_wait(poll, events, CONNECTIONS, -1);
        if (ready < 0 && errno != EINTR) {
            die("wait");
        }
        for (int i = 0; i < ready; i++) {
            int socket = events[i].data.fd;
            if (socket == listener) {
                welcome(poll, listener);
                events[i].data.fd = -1;
            } else if (!receive(connections[socket])) {
                events[i].data.fd = -1;
            }
        }
        store(synced);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.fd < 0 ? NULL : connections[events[i].data.fd];
            if (c != NULL && c->out_length > 0) {
                /* A client that has gone is noticed at the next read. */
                if (write(c->socket, c->out, c->out_length) != c->out_length && errno != EPIPE && errno != ECONNRESET) {
                    die("send");
                }
                c->out_length = 0;
            }
        }
    }
}
