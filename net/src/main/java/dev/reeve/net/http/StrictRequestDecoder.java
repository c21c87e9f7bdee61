package dev.reeve.net.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of requests that also refuses folded header lines, which the codec joins. A proxy in front of the server may
 * read them otherwise, and see a different end of the request.
 */
class StrictRequestDecoder extends HttpRequestDecoder {
    private static final HttpDecoderConfig LIMITS = new HttpDecoderConfig()
            .setMaxInitialLineLength(8 * 1024)
            .setMaxHeaderSize(16 * 1024)
            .setMaxChunkSize(64 * 1024);

    private static final byte LINE_FEED = '\n';

    private boolean inHead = true;
    private boolean atLineStart;
    private @Nullable HttpError refusal;

    StrictRequestDecoder() {
        super(LIMITS);
    }

    /** One call decodes one head at most, and then nothing that follows the head. */
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        int from = in.readerIndex();
        int known = out.size();
        super.decode(context, in, out);
        if (inHead) {
            findFold(in, from, in.readerIndex());
        }
        for (int i = known; i < out.size(); i++) {
            if (out.get(i) instanceof HttpRequest request) {
                endHead(request);
            }
            if (out.get(i) instanceof LastHttpContent) {
                inHead = true;
            }
        }
    }

    private void endHead(HttpRequest request) {
        if (refusal != null) {
            request.setDecoderResult(DecoderResult.failure(refusal));
        }
        refusal = null;
        inHead = false;
        atLineStart = false;
    }

    /** Finds a line that starts with a blank, in the bytes of a head that the codec has consumed. */
    private void findFold(ByteBuf in, int from, int to) {
        int next = from;
        while (next < to) {
            if (atLineStart && (in.getByte(next) == ' ' || in.getByte(next) == '\t')) {
                refusal = HttpError.badRequest("A header must be on one line");
            }
            int lineEnd = in.indexOf(next, to, LINE_FEED);
            atLineStart = lineEnd >= 0;
            next = lineEnd < 0 ? to : lineEnd + 1;
        }
    }
}
