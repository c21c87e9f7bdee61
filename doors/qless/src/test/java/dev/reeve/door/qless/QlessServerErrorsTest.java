package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Error replies for lack of memory and disk space. */
class QlessServerErrorsTest {
    private static final String OUT_OF_DISK = "-ERR no room on disk";

    private final QlessServer server = new QlessServer(JournalKind.LATE);
    private final RespClient client = server.connect();

    @AfterEach
    void close() {
        server.close();
    }

    private String call(String words) {
        List<String> all = new ArrayList<>(List.of("EVAL", "QlessAPI", "0"));
        all.addAll(Arrays.asList(words.split(" ")));
        return client.call(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "put 2 w q other klass {} 0",
                "requeue 2 w q jid klass {} 0",
                "pop 2 q w 1",
                "peek 2 q 1",
                "complete 2 held w q {}",
                "fail 2 held w group message",
                "retry 2 held q w",
                "heartbeat 2 held w",
                "timeout 2 held",
                "cancel 2 jid",
                "cancel 2 nowhere",
                "priority 2 jid 5",
                "log 2 jid message",
                "depends 2 jid on held",
                "track 2 track jid",
                "tag 2 add jid tag",
                "unfail 2 q group",
                "pause 2 q",
                "unpause 2 q",
                "queue.forget 2 q",
                "worker.deregister 2 w",
                "config.set 2 heartbeat 5",
                "config.unset 2 heartbeat",
                "recur 2 q again klass {} interval 5 0",
                "unrecur 2 recurring",
                "recur.update 2 recurring priority 5",
                "recur.tag 2 recurring tag",
                "recur.untag 2 recurring tag"
            })
    void without_disk_space_no_call_claims_to_have_changed_anything(String words) {
        assertThat(call("put 1 w q held klass {} 0")).isEqualTo("\"held\"");
        assertThat(call("pop 1 q w 1")).contains("\"held\"");
        assertThat(call("put 1 w q jid klass {} 0")).isEqualTo("\"jid\"");
        assertThat(call("recur 1 q recurring klass {} interval 5 0")).isEqualTo("\"recurring\"");
        room(WriteAdmission.NONE);
        assertThat(call(words)).isEqualTo(OUT_OF_DISK);
        assertThat(call("get 2 jid")).as("the connection goes on").contains("\"state\":\"waiting\"");
        room(WriteAdmission.AMPLE);
        assertThat(call(words)).isNotEqualTo(OUT_OF_DISK);
    }

    @Test
    void a_transaction_says_the_same_in_its_own_words() {
        room(WriteAdmission.NONE);
        client.send("MULTI").expect("+OK");
        client.send("FCALL", "unrecur", "0", "1", "jid").expect("+QUEUED");
        client.send("EXEC").expect("-EXECABORT Transaction discarded because of: out of disk space");
    }

    @Test
    void a_fault_of_the_journal_is_not_called_a_lack_of_space() {
        room(WriteAdmission.NONE);
        ((LateJournal) server.server().journal()).setFault(true);
        assertThat(call("pop 2 q w 1")).isEqualTo("-ERR the journal cannot be extended");
        client.send("MULTI").expect("+OK");
        client.send("FCALL", "unrecur", "0", "1", "jid").expect("+QUEUED");
        client.send("EXEC").expect("-EXECABORT Transaction discarded because of: the journal cannot be extended");
    }

    private void room(WriteAdmission room) {
        ((LateJournal) server.server().journal()).setRoom(room);
    }
}
