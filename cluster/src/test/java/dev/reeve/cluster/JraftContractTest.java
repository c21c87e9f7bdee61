package dev.reeve.cluster;

import dev.reeve.cluster.jraft.JraftGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The contract over JRaft with our log and our wire. */
class JraftContractTest extends ConsensusContract {
    @Override
    Group open(Path folder) throws IOException {
        JraftGroup jraft = new JraftGroup(folder);
        return new Group() {
            @Override
            public List<Member> founders() {
                return jraft.founders();
            }

            @Override
            public Member newcomer() {
                try {
                    return jraft.newcomer();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Consensus start(Member member, Consensus.Listener listener) throws IOException {
                return jraft.start(member, listener);
            }

            @Override
            public void kill(Member member) {
                jraft.kill(member);
            }

            @Override
            public void until(String what, BooleanSupplier condition) {
                jraft.until(what, condition);
            }

            @Override
            public void close() {
                jraft.close();
            }
        };
    }
}
