package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that no client of the service sends, at a listener of each kind. */
class HostileCallersTest {
  private static final int LARGEST_BODY = 1 << 16;
  private static final int MOST_MILLIS = 20_000;
  private static final int MOST_LINES = 3;
  private static final int CALLERS = 8;
  private static final Set<String> NOT_TLS =
      Set.of(
          "nothing",
          "half a line",
          "half a head",
          "empty lines",
          "pipelined",
          "too large a body",
          "HTTP/2 preface",
          "TLS",
          "SSH",
          "SMB",
          "method CONNECT");

  /** The beginning of an answer; a caller who pipelines gets several. */
  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.[01] (\\d{3})[^\\r\\n]*\\r\\n((?:[^\\r\\n]+\\r\\n)*)\\r\\n");

  @TempDir Path folder;
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Map<Logger, Level> levels = new LinkedHashMap<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  enum Kind {
    PLAIN,
    TLS,
    MUTUAL
  }

  @BeforeEach
  void listenToTheLog() {
    Logger.getLogger("").addHandler(handler);
    for (String name : HttpService.LIBRARY_LOGGERS) {
      Logger library = Logger.getLogger(name);
      levels.put(library, library.getLevel());
      library.setLevel(Level.SEVERE);
    }
  }

  @AfterEach
  void leaveTheLog() {
    Logger.getLogger("").removeHandler(handler);
    levels.forEach(Logger::setLevel);
  }

  private HttpSettings settings(Kind kind) {
    HttpSettings plain =
        new HttpSettings("127.0.0.1", 0, 4, 64, LARGEST_BODY, Duration.ofMillis(100));
    if (kind == Kind.PLAIN) {
      return plain;
    }
    Certificates authority = new Certificates(folder, "authority");
    authority.issue("server");
    authority.issue("client");
    return plain.withTls(
        new TlsSettings(
            authority.file("server.crt"),
            authority.file("server.key"),
            kind == Kind.MUTUAL ? authority.file("authority.crt") : List.of(),
            false,
            Map.of("only", Set.of("nobody")),
            Duration.ofSeconds(5)));
  }

  private static List<Route> routes() {
    return List.of(
        Route.get("/quick", c -> Reply.text(200, "quick")),
        Route.get("/large", c -> Reply.text(200, "x".repeat(1 << 20))),
        Route.get("/only", c -> Reply.text(200, "only")),
        Route.get("/defect", c -> defect(0)),
        Route.get("/unready", c -> Reply.text(503, "not yet")),
        Route.get("/deep", c -> Reply.text(200, "" + depth(0))),
        Route.post("/body", c -> read(c)));
  }

  private static Reply read(Call call) {
    try {
      return Reply.text(200, call.body().readAllBytes().length + " bytes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reply defect(int zero) {
    return Reply.text(200, "" + 1 / zero);
  }

  private static long depth(long by) {
    return by < 0 ? by : 1 + depth(by + 1);
  }

  private static String get(String target, String... headers) {
    return call("GET " + target + " HTTP/1.1", headers);
  }

  private static String call(String line, String... headers) {
    return line
        + "\r\nHost: a\r\n"
        + Stream.of(headers).map(h -> h + "\r\n").reduce("", String::concat)
        + "\r\n";
  }

  private static Map<String, String> table() {
    Map<String, String> table = new LinkedHashMap<>();
    for (String method :
        List.of(
            "CONNECT",
            "TRACE",
            "OPTIONS",
            "PUT",
            "DELETE",
            "PATCH",
            "HEAD",
            "PROPFIND",
            "get",
            "LOCK",
            "X",
            "M".repeat(300),
            "\u0000",
            "GÉT",
            "PRI")) {
      table.put("method " + method, call(method + " /quick HTTP/1.1"));
      table.put("method and star " + method, call(method + " * HTTP/1.1"));
      table.put("method and authority " + method, call(method + " a.example:443 HTTP/1.1"));
      table.put("method and URL " + method, call(method + " http://a.example/quick HTTP/1.1"));
    }
    for (String target :
        List.of(
            "/%00",
            "/%",
            "/%zz",
            "/%c0%af",
            "/%ff",
            "/..",
            "/../../etc/passwd",
            "/.;/quick",
            "/quick;a=b",
            "//quick",
            "/\\quick",
            "/quick?%",
            "/quick?a=%zz&%00=%ff",
            "/quick?" + "a=b&".repeat(1500),
            "/quick#x",
            "quick",
            "",
            "*",
            "http://",
            "http://[::1",
            "http://a:b@c:99999/quick",
            "/<script>",
            "/qu\u0000ick",
            "/quíck",
            "/" + "a".repeat(7000),
            "/" + "a".repeat(20_000),
            "/%2e%2e/quick",
            "/%u0041",
            "/quick/%2F",
            "?",
            "/defect",
            "/deep",
            "/only")) {
      table.put("target " + target, get(target));
    }
    for (String version :
        List.of(
            "HTTP/0.9",
            "HTTP/1.0",
            "HTTP/1.2",
            "HTTP/2.0",
            "HTTP/3",
            "HTTP/",
            "",
            "XTTP/1.1",
            "HTTP/1.1 x")) {
      table.put("version " + version, call("GET /quick " + version));
    }
    table.put("HTTP/0.9", "GET /quick\r\n");
    for (String header :
        List.of(
            "Host: b",
            "Host:",
            ": x",
            "a",
            "a b: c",
            "X: " + "y".repeat(20_000),
            "X:\u0000",
            " folded: x",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk",
            "Upgrade: websocket\r\nConnection: Upgrade",
            "Expect: 100-continue",
            "Expect: magic",
            "Connection: close, close, \u0001",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: x",
            "Content-Length: -1",
            "Content-Length: 1e9",
            "Content-Length: 99999999999999999999",
            "Content-Length: 3\r\nContent-Length: 4",
            "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Content-Length: 1000",
            "Accept: text/html",
            "Accept: */*;q=x",
            "Authorization: Bearer \u00ff",
            "Authorization: Basic !!!",
            "Cookie: " + "a=b; ".repeat(1000),
            "Cookie: \u0000=;;;=",
            "Range: bytes=9-1",
            "If-Modified-Since: x",
            "Content-Type: \u0000/;charset=nonsense",
            "Content-Encoding: gzip",
            "Forwarded: for=x",
            "X-Forwarded-For: \u0000")) {
      table.put("GET with " + header, get("/quick", header));
      table.put("POST with " + header, call("POST /body HTTP/1.1", header));
      table.put("lost with " + header, get("/nowhere", header));
    }
    table.put("many headers", get("/quick", "a: b\r\n".repeat(1000) + "c: d"));
    table.put(
        "bad chunk",
        call("POST /body HTTP/1.1", "Transfer-Encoding: chunked") + "zz\r\nhello\r\n0\r\n\r\n");
    table.put(
        "huge chunk",
        call("POST /body HTTP/1.1", "Transfer-Encoding: chunked") + "ffffffffffffffff\r\nhello");
    table.put(
        "chunks that end", call("POST /body HTTP/1.1", "Transfer-Encoding: chunked") + "5\r\nhe");
    table.put("half a body", call("POST /body HTTP/1.1", "Content-Length: 10") + "half");
    table.put("more than a body", call("POST /body HTTP/1.1", "Content-Length: 2") + "much more");
    table.put(
        "too large a body",
        call("POST /body HTTP/1.1", "Content-Length: 100000") + "x".repeat(100_000));
    table.put("half a head", "GET /quick HTTP/1.1\r\nHost");
    table.put("half a line", "GE");
    table.put("nothing", "");
    table.put("empty lines", "\r\n".repeat(2000));
    table.put(
        "HTTP/2 preface",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000");
    table.put(
        "TLS",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" + "B".repeat(500));
    table.put("SSH", "SSH-2.0-OpenSSH_9.2\r\n");
    table.put("SMB", "\u0000\u0000\u0000\u0085\u00ffSMBr\u0000\u0000\u0000\u0000");
    table.put("pipelined", get("/quick").repeat(50));
    table.put("pipelined answers that nobody reads", get("/large").repeat(50));
    table.put("pipelined mistakes", get("/nowhere").repeat(50));
    table.put(
        "pipelined bodies", (call("POST /body HTTP/1.1", "Content-Length: 2") + "{}").repeat(50));
    return table;
  }

  /** What is known of a listener: where it is, and how a stranger may speak to it. */
  private record Target(HttpService service, SSLContext tls, boolean isSecret) {}

  private Target target(Kind kind) throws GeneralSecurityException {
    HttpService service = HttpService.start("test", settings(kind), routes());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        kind == Kind.MUTUAL ? client() : null, new TrustManager[] {new TrustOfLoopback()}, null);
    return new Target(service, context, kind != Kind.PLAIN);
  }

  private KeyManager[] client() throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    KeyStore store =
        PemFiles.keyStore(
            PemFiles.keyed(
                List.of(folder.resolve("client.crt")), List.of(folder.resolve("client.key"))));
    keys.init(store, PemFiles.PASSWORD.toCharArray());
    return keys.getKeyManagers();
  }

  private static Socket connect(Target target, boolean secretly) throws IOException {
    Socket socket =
        secretly
            ? target
                .tls()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), target.service().port())
            : new Socket(InetAddress.getLoopbackAddress(), target.service().port());
    socket.setSoTimeout(MOST_MILLIS);
    return socket;
  }

  /** Sends bytes and returns all that is answered; a connection that is cut has answered less. */
  private static String answer(Target target, boolean secretly, byte[] bytes) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket socket = connect(target, secretly)) {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      socket.getInputStream().transferTo(answer);
    } catch (SocketTimeoutException e) {
      throw new UncheckedIOException("the connection stays open", e);
    } catch (IOException e) {
      // The service has cut the connection, which is an answer, too.
    }
    return answer.toString(StandardCharsets.ISO_8859_1);
  }

  /** Sends bytes and resets the connection without having read anything. */
  private static void sendAndReset(Target target, boolean secretly, byte[] bytes) {
    try (Socket socket = connect(target, secretly)) {
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // The service was quicker.
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A port for TLS is spoken to without TLS as well; after the first byte all inputs are alike. */
  private static List<Boolean> ways(Target target, String what) {
    if (!target.isSecret()) {
      return List.of(false);
    }
    return NOT_TLS.contains(what) ? List.of(true, false) : List.of(true);
  }

  private static void assertOwnForm(String what, String answer) {
    assertThat(answer.toLowerCase(Locale.ROOT))
        .as(what)
        .doesNotContain("<html", "<h1", "<h2", "<!doctype", "text/html", "jetty", "spark", "\tat ");
    Matcher heads = HEAD.matcher(answer);
    while (heads.find()) {
      if (Integer.parseInt(heads.group(1)) >= 400
          && !heads.group(2).contains("Content-Length: 0")) {
        assertThat(heads.group(2))
            .as("%s: %s", what, heads.group())
            .containsPattern("(?i)content-type: (application/json|text/plain)");
      }
    }
  }

  private static boolean logsADefect(String what) {
    return what.contains("/defect") || what.contains("/deep");
  }

  /** Many call at once: after most answers a caller waits until the service ends the connection. */
  private static void assertAnswers(Target target, Predicate<String> selected) throws Exception {
    List<Callable<Object>> calls = new ArrayList<>();
    table()
        .forEach(
            (what, text) -> {
              if (selected.test(what)) {
                for (boolean secretly : ways(target, what)) {
                  calls.add(
                      Executors.callable(
                          () -> assertOwnForm(what, answer(target, secretly, bytes(text)))));
                }
              }
            });
    callAtOnce(calls);
  }

  private static void callAtOnce(List<Callable<Object>> calls) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      for (Future<Object> call : callers.invokeAll(calls)) {
        call.get();
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private void assertQuiet(String what, int most) {
    assertThat(logged).as(what).allSatisfy(line -> assertThat(line.getThrown()).isNull());
    assertThat(logged.stream().map(LogRecord::getMessage)).as(what).hasSizeLessThanOrEqualTo(most);
    assertThat(logged.stream().map(LogRecord::getMessage)).noneMatch(m -> m.contains("\n"));
  }

  private static void awaitIdle(Target target) throws Exception {
    Await.until(
        "it answers still",
        () ->
            answer(target, target.isSecret(), bytes(get("/quick", "Connection: close")))
                .contains("quick"));
  }

  @ParameterizedTest
  @EnumSource
  void what_a_stranger_sends_is_answered_in_the_services_own_form(Kind kind) throws Exception {
    Target target = target(kind);
    try {
      assertAnswers(target, what -> !logsADefect(what));
      assertQuiet("all without a defect", 0);
      for (String what : table().keySet().stream().filter(w -> logsADefect(w)).toList()) {
        logged.clear();
        assertAnswers(target, what::equals);
        assertQuiet(what, ways(target, what).size());
      }
      awaitIdle(target);
    } finally {
      target.service().close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void who_sends_much_and_reads_nothing_fills_no_log(Kind kind) throws Exception {
    Target target = target(kind);
    try {
      table()
          .forEach(
              (what, text) -> {
                for (boolean secretly : ways(target, what)) {
                  for (int i = 0; i < 2; i++) {
                    sendAndReset(target, secretly, bytes(text));
                  }
                }
              });
      for (int i = 0; i < 50; i++) {
        sendAndReset(target, target.isSecret(), bytes(get("/defect").repeat(50)));
      }
      awaitIdle(target);
    } finally {
      target.service().close();
    }
    assertQuiet("all together", MOST_LINES);
  }

  @ParameterizedTest
  @EnumSource
  void bytes_by_chance_are_answered_in_the_services_own_form(Kind kind) throws Exception {
    long seed = Long.getLong("plimsoll.seed", 20_261_123);
    Random random = new Random(seed);
    List<String> texts = List.copyOf(table().values());
    Target target = target(kind);
    try {
      List<Callable<Object>> calls = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        byte[] bytes = changed(texts.get(random.nextInt(texts.size())), random);
        String what =
            "seed %d, round %d: %s"
                .formatted(seed, i, new String(bytes, StandardCharsets.ISO_8859_1));
        boolean secretly = target.isSecret() && random.nextInt(4) > 0;
        if (random.nextBoolean()) {
          calls.add(Executors.callable(() -> assertOwnForm(what, answer(target, secretly, bytes))));
        } else {
          calls.add(Executors.callable(() -> sendAndReset(target, secretly, bytes)));
        }
      }
      callAtOnce(calls);
      awaitIdle(target);
    } finally {
      target.service().close();
    }
    assertQuiet("seed " + seed, MOST_LINES);
  }

  @Test
  void a_head_is_answered_as_a_get_without_its_body() throws Exception {
    Target target = target(Kind.PLAIN);
    try {
      assertThat(answer(target, false, bytes(call("HEAD /quick HTTP/1.1", "Connection: close"))))
          .startsWith("HTTP/1.1 200 ")
          .contains("text/plain", "Content-Length: 6")
          .doesNotContain("quick");
      assertThat(answer(target, false, bytes(call("HEAD /unready HTTP/1.1", "Connection: close"))))
          .startsWith("HTTP/1.1 503 ");
      assertThat(answer(target, false, bytes(call("CONNECT a:443 HTTP/1.1"))))
          .startsWith("HTTP/1.1 405 ")
          .contains("{\"error\":\"method not allowed; use GET or POST\"}");
    } finally {
      target.service().close();
    }
  }

  private static byte[] changed(String text, Random random) {
    StringBuilder changed =
        new StringBuilder(text.length() > 3000 ? text.substring(0, 3000) : text);
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at = random.nextInt(changed.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> changed.insert(at, (char) random.nextInt(256));
        case 1 -> changed.setLength(Math.max(at, changed.length() / 2));
        default -> changed.insert(at, changed.substring(0, Math.min(changed.length(), at)));
      }
    }
    return bytes(changed.toString());
  }
}
