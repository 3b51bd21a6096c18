package dev.plimsoll.server.http;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Tells callers by Server-Sent Events that something has changed, and no more than that. Who reads
 * slower than changes come gets fewer events, and who doesn't read at all is left. Only by writing
 * is it seen who has gone, so that one who loads a page again and again is written to more often.
 */
final class ChangeEvents implements AutoCloseable {
  static final int MOST_LISTENERS = 200;
  static final int MOST_OF_ONE = 20;
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int KEEP_ALIVE_EVERY = 8;
  private static final byte[] CHANGED =
      "event: changed\ndata: {}\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] KEEP_ALIVE = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final Supplier<?> version;
  private final List<EventListener> listeners = new CopyOnWriteArrayList<>();
  private final Seats seats = new Seats(MOST_OF_ONE, MOST_LISTENERS);
  private final PeriodicTask task;
  private Object last;
  private int quiet;

  /**
   * Starts to look for changes.
   *
   * @param version returns the same object as long as nothing has changed
   */
  ChangeEvents(Supplier<?> version) {
    this.version = version;
    this.last = version.get();
    this.task = PeriodicTask.start("events-to-listeners", RunInterval.every(INTERVAL), this::look);
  }

  /** Returns whether there may be no other listener. */
  boolean isFull() {
    return seats.areAllTaken();
  }

  /** Takes a seat for a caller. The seat is given back when the response ends. */
  Seats.Asked takeSeat(String caller) {
    return seats.take(caller);
  }

  /** Returns how many callers listen. */
  int callers() {
    return seats.callers();
  }

  /** Keeps a response open that has been begun, for a caller who has taken a place. */
  void add(String caller, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext open = begin(caller, request, response);
    EventListener listener =
        new EventListener(open, response.getOutputStream(), l -> remove(l, caller));
    listeners.add(listener);
    open.addListener(listener);
    response.getOutputStream().setWriteListener(listener);
  }

  private AsyncContext begin(
      String caller, HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      response.getOutputStream().write(KEEP_ALIVE); // Firefox waits for the first byte.
      response.flushBuffer();
      AsyncContext open = request.startAsync();
      open.setTimeout(0);
      return open;
    } catch (IOException | RuntimeException e) {
      seats.giveBack(caller);
      throw e;
    }
  }

  private void remove(EventListener listener, String caller) {
    if (listeners.remove(listener)) {
      seats.giveBack(caller);
    }
  }

  private void look() {
    Object now = version.get();
    boolean isChanged = now != last;
    quiet = isChanged ? 0 : quiet + 1;
    last = now;
    if (isChanged) {
      listeners.forEach(l -> l.send(CHANGED));
    } else if (quiet % KEEP_ALIVE_EVERY == 0 || seats.areCrowded()) {
      listeners.forEach(l -> l.send(KEEP_ALIVE));
    }
  }

  @Override
  public void close() {
    task.close();
    listeners.forEach(EventListener::leave);
  }
}
