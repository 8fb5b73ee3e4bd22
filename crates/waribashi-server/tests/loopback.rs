//! The server on a real connection: clients that are slow, rude or many, and the end.

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};
use waribashi_server::{Settings, serve};

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

async fn running(settings: Settings) -> Running {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(serve(listener, settings, async {
        let _ = stopped.await;
    }));
    Running {
        address,
        stop,
        server,
    }
}

/// Everything that comes back until the server closes the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    // A connection that is reset has no more to say.
    let _ = timeout(Duration::from_secs(30), read)
        .await
        .expect("the server closes it");
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close before all is written.
    let _ = stream.write_all(bytes).await;
    rest(stream).await
}

async fn get(address: SocketAddr, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    send(address, request.as_bytes()).await
}

const POSITION: &str = "/api/v1/position?rules=self-tap";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_requests_go_over_one_connection() {
    let server = running(Settings::default()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {POSITION} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream
        .write_all(request.repeat(3).as_bytes())
        .await
        .unwrap();
    let last = "GET /api/v1/rules HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(last.as_bytes()).await.unwrap();
    let told = rest(stream).await;
    assert_eq!(told.matches("HTTP/1.1 200 OK").count(), 4, "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_refused_and_harms_nobody_else() {
    let server = running(Settings::default()).await;
    let long_head = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n",
        "x".repeat(40_000)
    );
    let many_lines = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n",
        "x: y\r\n".repeat(200)
    );
    let long_path = format!(
        "GET /{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        "x".repeat(10_000)
    );
    let large = "POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 99999999\r\n\r\nxx";
    for (sent, status) in [
        ("\0\u{1}\u{2}hello\r\n\r\n", "400"),
        ("GET\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\n\r\n", "400"),
        ("GET /a b HTTP/1.1\r\nhost: localhost\r\n\r\n", "400"),
        (
            "GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
            "400",
        ),
        (&long_head, "431"),
        (&many_lines, "431"),
        (&long_path, "414"),
        (large, "413"),
    ] {
        let told = send(server.address, sent.as_bytes()).await;
        let shown: String = sent.chars().take(40).collect();
        assert!(
            told.starts_with(&format!("HTTP/1.1 {status}")),
            "{shown}: {told}"
        );
    }
    assert!(
        get(server.address, POSITION)
            .await
            .starts_with("HTTP/1.1 200")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_go_on_is_hung_up_on_and_others_are_served_meanwhile() {
    let settings = Settings {
        patience: Duration::from_millis(300),
        ..Settings::default()
    };
    let server = running(settings).await;
    let mut slow = Vec::new();
    for started in ["", "GET", "GET / HTTP/1.1\r\nhost: local"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(started.as_bytes()).await.unwrap();
        slow.push(tokio::spawn(rest(stream)));
    }
    // One that asks, and then says nothing more.
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {POSITION} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    idle.write_all(request.as_bytes()).await.unwrap();
    slow.push(tokio::spawn(rest(idle)));
    assert!(
        get(server.address, POSITION)
            .await
            .starts_with("HTTP/1.1 200")
    );
    for (at, slow) in slow.into_iter().enumerate() {
        let told = slow.await.unwrap();
        assert_eq!(told.starts_with("HTTP/1.1 200"), at == 3, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_hung_up_on() {
    let settings = Settings {
        patience: Duration::from_millis(300),
        ..Settings::default()
    };
    let server = running(settings).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = "GET /api/v1/solution?rules=attacks,hands=5 HTTP/1.1\r\nhost: localhost\r\n\r\n";
    // More answers than the system's buffers hold, none of them read.
    for _ in 0..40 {
        if stream.write_all(request.as_bytes()).await.is_err() {
            break;
        }
    }
    // Sooner or later the server hangs up, which the next byte notices.
    let hung_up = async {
        while stream.write_all(b"G").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(60), hung_up)
        .await
        .expect("it hangs up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_when_the_server_is_stopped_is_still_answered_and_nothing_more() {
    let server = running(Settings::default()).await;
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    idle.write_all(format!("GET {POSITION} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes())
        .await
        .unwrap();
    let mut first = [0; 12];
    idle.read_exact(&mut first).await.unwrap();
    let asked = tokio::spawn(get(
        server.address,
        "/api/v1/solution?rules=attacks,hands=5",
    ));
    sleep(Duration::from_millis(100)).await;
    server.stop.send(()).unwrap();
    let told = asked.await.unwrap();
    assert!(
        told.starts_with("HTTP/1.1 200"),
        "{}",
        &told[..told.len().min(200)]
    );
    // The idle connection does not keep the server from ending.
    timeout(Duration::from_secs(20), server.server)
        .await
        .expect("it ends")
        .unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_clients_at_once_are_all_answered() {
    let server = running(Settings::default()).await;
    let asked: Vec<_> = (0..200)
        .map(|at| {
            let rules = ["self-tap", "suicide", "ten", "attacks,hands=3"][at % 4];
            let address = server.address;
            tokio::spawn(
                async move { get(address, &format!("/api/v1/position?rules={rules}")).await },
            )
        })
        .collect();
    for told in asked {
        assert!(told.await.unwrap().starts_with("HTTP/1.1 200"));
    }
}
