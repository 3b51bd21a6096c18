package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.periodic.LimitedLog;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.periodic.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.servlet.ServletRequest;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.BadMessageException;
import spark.Request;
import spark.Response;
import spark.Service;

/**
 * Listens and answers. Bodies must say their length, since chunked ones can smuggle requests past
 * Jetty 9.4 (CVE-2026-2332), and may not be longer than is allowed; headers that claim another
 * sender are not believed; what goes wrong is logged once and answered with one sentence.
 */
public final class HttpService implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpService.class.getName());

  private static final String BEARER = "Bearer ";
  private static final Duration STUCK_AFTER = Duration.ofMinutes(5);
  private static final Duration LAST_ANSWERS_WITHIN = Duration.ofSeconds(2);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(10);
  private static final Reply TOO_MANY_REQUESTS = Reply.error(503, "too many requests; retry later");

  private static final Reply TOO_MANY_STREAMS =
      Reply.error(
              429,
              "too many event streams: you have %d open already; close one, or retry later"
                  .formatted(ChangeEvents.MOST_OF_ONE))
          .withHeaders(Map.of("Retry-After", "30"));

  private static final Reply LENGTH_REQUIRED = Reply.error(411, "Content-Length is required");

  /**
   * The loggers of the libraries that listen: under a load that is shed, they warn of each call.
   */
  public static final List<String> LIBRARY_LOGGERS = List.of("org.eclipse.jetty", "spark");

  private final Service spark;
  private final HttpSettings settings;
  private final Optional<DynamicCertificates> tls;
  private final ClientNames clientNames;
  private final ForeignPages foreignPages;
  private final InFlightRequests inFlightRequests = new InFlightRequests(Ticker.SYSTEM);
  private final LastAnswers lastAnswers = new LastAnswers();
  private final BlockingQueue<Runnable> waiting;
  private final List<ChangeEvents> events = new ArrayList<>();
  private final LimitedLog log = new LimitedLog(LOG, Ticker.SYSTEM);

  private HttpService(String role, HttpSettings settings) {
    this.settings = settings;
    this.waiting = new ArrayBlockingQueue<>(2 * settings.queueSize());
    this.tls =
        settings.tls().isOn()
            ? Optional.of(DynamicCertificates.of(role, settings.tls()))
            : Optional.empty();
    this.clientNames = new ClientNames(settings.tls().clients());
    this.foreignPages = new ForeignPages(settings.address());
    this.spark = Service.ignite();
  }

  /**
   * Checks what else would be found out late.
   *
   * @throws InputException if the port can't be listened on, or the certificates can't be used
   */
  public static void check(HttpSettings settings) {
    ListenCheck.check(settings);
    if (settings.tls().isOn()) {
      DynamicCertificates.of("checked", settings.tls()).close();
    }
  }

  /**
   * Starts to listen; returns once calls are answered. Spark knows one way to make a Jetty at a
   * time for the whole process, so that services are started one after the other.
   *
   * @param role after which its threads are named
   * @throws InputException if the port can't be listened on, or the certificates can't be used
   */
  public static synchronized HttpService start(
      String role, HttpSettings settings, List<Route> routes) {
    HttpService service = new HttpService(role, settings);
    List<Exception> failures = new CopyOnWriteArrayList<>();
    service.spark.initExceptionHandler(failures::add);
    new JettyHardening(
            role, settings, service.tls, service.lastAnswers, service.waiting, service.log)
        .apply(service.spark);
    service.spark.before(service::requireContentLength);
    for (Route route : routes) {
      Optional<ChangeEvents> events = route.version().map(ChangeEvents::new);
      events.ifPresent(service.events::add);
      if (route.method().equals("POST")) {
        service.spark.post(route.path(), (q, r) -> service.answer(route, events, q, r));
      } else {
        service.spark.get(route.path(), (q, r) -> service.answer(route, events, q, r));
      }
    }
    service.spark.exception(Exception.class, service::failed);
    service.spark.notFound(
        (q, r) -> {
          r.type(Reply.JSON);
          return "{\"error\":\"not found\"}";
        });
    service.spark.awaitInitialization();
    if (!failures.isEmpty()) {
      service.close();
      throw ListenCheck.failure(settings, failures.get(0));
    }
    return service;
  }

  /** Returns how the reloading of certificates fares, if there are any. */
  public Optional<Supplier<TaskStatus>> certificateReload() {
    return tls.map(certificates -> certificates::status);
  }

  /** Returns when the server's certificate in use expires, if there is one. */
  public Optional<Supplier<Instant>> certificateExpiry() {
    return tls.map(certificates -> certificates::notAfter);
  }

  /** Returns why it will never answer again, as a sentence, if that is so. */
  public Optional<String> problem() {
    return inFlightRequests.isStuck(STUCK_AFTER)
        ? Optional.of(
            "port %d: no call has been answered for more than %d seconds"
                .formatted(port(), STUCK_AFTER.toSeconds()))
        : Optional.empty();
  }

  /** Returns the port that is listened on. */
  public int port() {
    return spark.port();
  }

  /** A caller who has gone is no news, and a call that Jetty can't read is the caller's mistake. */
  private void failed(Exception failure, Request request, Response response) {
    if (!(failure instanceof BadMessageException || failure instanceof IOException)) {
      log.defect("a call failed", failure);
    }
    Reply reply = ErrorReplies.of(ErrorReplies.status(failure));
    begin(reply, response.raw());
    response.header("Connection", "close");
    response.body(new String(reply.body().get(0), StandardCharsets.UTF_8));
  }

  private void requireContentLength(Request request, Response response) {
    if (request.headers("Transfer-Encoding") != null) {
      response.header("Connection", "close");
      response.type(Reply.JSON);
      spark.halt(411, "{\"error\":\"Content-Length is required\"}");
    }
  }

  private Object answer(
      Route route, Optional<ChangeEvents> events, Request request, Response response)
      throws IOException {
    if (!inFlightRequests.enter()) {
      return write(Reply.error(503, "shutting down"), response);
    }
    try {
      boolean isTooMuch =
          waiting.size() > settings.queueSize() || events.filter(ChangeEvents::isFull).isPresent();
      Reply reply =
          isTooMuch
              ? TOO_MANY_REQUESTS
              : denial(route, request).orElseGet(() -> reply(route, request));
      return events.isPresent() && reply.status() == 200
          ? open(events.get(), reply, request, response)
          : write(reply, response);
    } finally {
      inFlightRequests.leave();
    }
  }

  /** A role that also accepts tokens doesn't demand a certificate. */
  private Optional<Reply> denial(Route route, Request request) {
    boolean hasToken = !token(request).isEmpty();
    boolean hasCertificate = ClientNames.hasCertificate(request);
    if (!hasToken && !hasCertificate) {
      Optional<Reply> foreign = foreignPages.denial(request);
      if (foreign.isPresent()) {
        return foreign;
      }
    }
    boolean isToldOtherwise = settings.tls().certificateOptional() && (hasToken || !hasCertificate);
    return isToldOtherwise ? Optional.empty() : clientNames.denial(route.path(), request);
  }

  private Object open(ChangeEvents events, Reply reply, Request request, Response response)
      throws IOException {
    String caller =
        reply.user().isEmpty()
            ? "address " + request.raw().getRemoteAddr()
            : "user " + reply.user();
    Seats.Asked seat = events.takeSeat(caller);
    if (seat != Seats.Asked.TAKEN) {
      boolean isOwnFault = seat == Seats.Asked.CALLER_HAS_TOO_MANY;
      return write(isOwnFault ? TOO_MANY_STREAMS : TOO_MANY_REQUESTS, response);
    }
    begin(reply, response.raw());
    HttpServletRequest raw = request.raw();
    events.add(
        caller,
        raw instanceof HttpServletRequestWrapper w ? (HttpServletRequest) w.getRequest() : raw,
        response.raw());
    return "";
  }

  private void begin(Reply reply, HttpServletResponse raw) {
    raw.setStatus(reply.status());
    raw.setContentType(reply.contentType());
    raw.setHeader("X-Content-Type-Options", "nosniff");
    reply.headers().forEach(raw::setHeader);
    if (lastAnswers.areGiven()) {
      raw.setHeader("Connection", "close");
    }
  }

  private Object write(Reply reply, Response response) throws IOException {
    HttpServletResponse raw = response.raw();
    begin(reply, raw);
    raw.setContentLengthLong(reply.body().stream().mapToLong(piece -> piece.length).sum());
    if (reply.status() >= 400) {
      raw.setHeader("Connection", "close");
    }
    try (OutputStream out = raw.getOutputStream()) {
      for (byte[] piece : reply.body()) {
        out.write(piece);
      }
    }
    return "";
  }

  private Reply reply(Route route, Request request) {
    long length = request.raw().getContentLengthLong();
    if (length > settings.largestBody()) {
      return Reply.error(
          413, "body of " + length + " bytes exceeds the limit of " + settings.largestBody());
    }
    if (route.method().equals("POST") && length < 0) {
      return LENGTH_REQUIRED;
    }
    try (InputStream body =
        length > 0
            ? new LimitedBody(body(request.raw()), length, Ticker.SYSTEM)
            : InputStream.nullInputStream()) {
      Reply reply = route.handler().apply(call(request, body));
      body.transferTo(OutputStream.nullOutputStream());
      return reply;
    } catch (IOException | UncheckedIOException e) {
      return Reply.error(400, "body ends before its Content-Length");
    } catch (BadMessageException e) {
      return ErrorReplies.of(ErrorReplies.status(e));
    } catch (RuntimeException | StackOverflowError e) {
      log.defect(route.path() + " failed", e);
      return ErrorReplies.of(500);
    }
  }

  /** Past Spark's own stream, which would wait for the whole body and give it out byte by byte. */
  private static InputStream body(HttpServletRequest raw) throws IOException {
    ServletRequest request = raw instanceof HttpServletRequestWrapper w ? w.getRequest() : raw;
    return request.getInputStream();
  }

  private static Call call(Request request, InputStream body) {
    return new Call(
        body,
        query(request),
        token(request),
        ClientNames.hasCertificate(request),
        request.raw().getRemoteAddr(),
        name -> Optional.ofNullable(request.headers(name)));
  }

  private static String token(Request request) {
    String header = Optional.ofNullable(request.headers("Authorization")).orElse("");
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? header.substring(BEARER.length()).strip()
        : "";
  }

  private static Map<String, String> query(Request request) {
    Map<String, String> query = new HashMap<>();
    for (String name : request.queryParams()) {
      query.put(name, request.queryParams(name));
    }
    return query;
  }

  /** Stops to listen once connections have ended and calls have been answered. */
  @Override
  public void close() {
    events.forEach(ChangeEvents::close);
    lastAnswers.give(LAST_ANSWERS_WITHIN);
    inFlightRequests.drain(STOPS_WITHIN);
    spark.stop();
    spark.awaitStop();
    tls.ifPresent(DynamicCertificates::close);
  }
}
