;; A SIP-010 token that anybody may mint.
(define-fungible-token coin)

(define-public (transfer
    (amount uint)
    (sender principal)
    (recipient principal)
    (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (ft-transfer? coin amount sender recipient)))

(define-public (mint (amount uint) (recipient principal))
  (ft-mint? coin amount recipient))

(define-public (pay (amount uint) (recipient principal))
  (stx-transfer? amount tx-sender recipient))

(define-read-only (get-name) (ok "Coin"))
(define-read-only (get-symbol) (ok "COIN"))
(define-read-only (get-decimals) (ok u8))
(define-read-only (get-balance (who principal)) (ok (ft-get-balance coin who)))
