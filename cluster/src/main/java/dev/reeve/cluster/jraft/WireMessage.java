package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequests;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The messages between members: these and no others are read. Their codes are consecutive and never change. */
enum WireMessage {
    PING(0, RpcRequests.PingRequest.getDefaultInstance()),
    ERROR(1, RpcRequests.ErrorResponse.getDefaultInstance()),
    VOTE(2, RpcRequests.RequestVoteRequest.getDefaultInstance()),
    VOTED(3, RpcRequests.RequestVoteResponse.getDefaultInstance()),
    APPEND(4, RpcRequests.AppendEntriesRequest.getDefaultInstance()),
    APPENDED(5, RpcRequests.AppendEntriesResponse.getDefaultInstance()),
    INSTALL(6, RpcRequests.InstallSnapshotRequest.getDefaultInstance()),
    INSTALLED(7, RpcRequests.InstallSnapshotResponse.getDefaultInstance()),
    GET_FILE(8, RpcRequests.GetFileRequest.getDefaultInstance()),
    GOT_FILE(9, RpcRequests.GetFileResponse.getDefaultInstance()),
    TIME_OUT(10, RpcRequests.TimeoutNowRequest.getDefaultInstance()),
    TIMED_OUT(11, RpcRequests.TimeoutNowResponse.getDefaultInstance()),
    READ_INDEX(12, RpcRequests.ReadIndexRequest.getDefaultInstance()),
    READ(13, RpcRequests.ReadIndexResponse.getDefaultInstance());

    private static final WireMessage[] BY_CODE = values();

    private final int code;
    private final Class<? extends Message> type;
    private final Parser<? extends Message> parser;

    WireMessage(int code, Message instance) {
        this.code = code;
        this.type = instance.getClass();
        this.parser = instance.getParserForType();
    }

    static WireMessage of(Object message) {
        for (WireMessage known : BY_CODE) {
            if (known.type == message.getClass()) {
                return known;
            }
        }
        throw new IllegalArgumentException("no message between members: " + message.getClass());
    }

    static @Nullable WireMessage of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    int code() {
        return code;
    }

    /** Reads all of the buffer. */
    Message parse(ByteBuf bytes) throws InvalidProtocolBufferException {
        return parser.parseFrom(bytes.nioBuffer());
    }
}
