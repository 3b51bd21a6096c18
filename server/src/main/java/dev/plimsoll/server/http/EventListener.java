package dev.plimsoll.server.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;

/** A caller that listens to events; nothing is buffered for a caller that isn't ready. */
final class EventListener implements AsyncListener, WriteListener {
  private static final int MOST_MISSED = 10;

  private final AsyncContext open;
  private final ServletOutputStream out;
  private final Consumer<EventListener> left;
  private final AtomicBoolean hasLeft = new AtomicBoolean();
  private int missed;

  EventListener(AsyncContext open, ServletOutputStream out, Consumer<EventListener> left) {
    this.open = open;
    this.out = out;
    this.left = left;
  }

  synchronized void send(byte[] event) {
    try {
      if (!out.isReady()) {
        missed++;
        if (missed > MOST_MISSED) {
          leave();
        }
        return;
      }
      missed = 0;
      out.write(event);
      if (out.isReady()) {
        out.flush();
      }
    } catch (IOException | IllegalStateException e) {
      leave();
    }
  }

  void leave() {
    if (hasLeft.compareAndSet(false, true)) {
      left.accept(this);
      open.complete();
    }
  }

  private void gone() {
    hasLeft.set(true);
    left.accept(this);
  }

  @Override
  public void onWritePossible() {
    // The next event is written when it comes.
  }

  @Override
  public void onError(Throwable failure) {
    leave();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    gone();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    leave();
  }

  @Override
  public void onError(AsyncEvent event) {
    leave();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // It is started once.
  }
}
